import { z } from 'zod';
import { call } from './base.ts';
import { limits } from '../limits.ts';
import { AgentId } from '../ids.ts';
import { Agent } from '../entities/chat.ts';
import { ModelRef } from '../entities/model.ts';

const fields = {
  name: z.string().trim().min(1).max(limits.nameChars),
  instructions: z.string().max(32_768),
  model: ModelRef.nullable(),
};

export const agents = {
  list: call.route({ method: 'GET', path: '/agents' }).output(z.array(Agent)),
  create: call
    .route({ method: 'POST', path: '/agents' })
    .input(z.strictObject({ name: fields.name, instructions: fields.instructions.optional(), model: fields.model.optional() }))
    .output(Agent),
  update: call
    .route({ method: 'PATCH', path: '/agents/{id}' })
    .input(z.strictObject({
      id: AgentId, name: fields.name.optional(), instructions: fields.instructions.optional(), model: fields.model.optional(),
    }))
    .output(Agent),
  remove: call
    .route({ method: 'DELETE', path: '/agents/{id}' })
    .input(z.strictObject({ id: AgentId }))
    .output(z.object({ id: AgentId })),
};
