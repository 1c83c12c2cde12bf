import { call } from './base.ts';
import { RecallQuery, RecallResult } from '../entities/recall.ts';

/** Finds memories. Never writes. */
export const recall = call.route({ method: 'POST', path: '/recall' }).input(RecallQuery).output(RecallResult);
