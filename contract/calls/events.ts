import { eventIterator } from '@orpc/contract';
import { call } from './base.ts';
import { EngineEvent } from '../events.ts';

/** A live stream. The first event is always the state of the vault. */
export const events = call.route({ method: 'GET', path: '/events' }).output(eventIterator(EngineEvent));
