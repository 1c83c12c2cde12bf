import { z } from 'zod';
import { call } from './base.ts';
import { Settings, SettingsPatch, settingKeys, type SettingKey } from '../entities/settings.ts';

export const settings = {
  get: call.route({ method: 'GET', path: '/settings' }).output(Settings),
  set: call.route({ method: 'PATCH', path: '/settings' }).input(SettingsPatch).output(Settings),
  /** Back to the default. */
  reset: call
    .route({ method: 'POST', path: '/settings/reset' })
    .input(z.strictObject({ key: z.enum(settingKeys as [SettingKey, ...SettingKey[]]) }))
    .output(Settings),
};
