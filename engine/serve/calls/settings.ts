import { assertPerson } from '../../../security/access/index.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

export const settingsCalls = (host: Host) => ({
  get: calls.settings.get.handler(({ context }) => {
    assertPerson(context.caller);
    return host.open().settings;
  }),
  set: calls.settings.set.handler(async ({ input, context }) => {
    assertPerson(context.caller);
    const session = host.open();
    if (input.embedder !== undefined && input.embedder !== session.settings.embedder) await session.useEmbedder(input.embedder);
    const values = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined).map(([key, value]) => [key, JSON.stringify(value)]));
    return session.saveSettings(values);
  }),
  reset: calls.settings.reset.handler(({ input, context }) => {
    assertPerson(context.caller);
    return host.open().saveSettings({ [input.key]: null });
  }),
});
