import type { IncomingMessage, ServerResponse } from 'node:http';
import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/node';
import type { Router } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract, type Contract } from '../../contract/index.ts';
import { sharedInterceptors, type CallContext, type Tally } from '../../engine/serve/index.ts';
import { readJson } from './body.ts';

/** Anything that implements the contract; the engine, or a stand-in in a test. */
export type ContractRouter = Router<Contract, CallContext>;

/** Answers `/api/…` from the contract. */
export type Rest = (request: IncomingMessage, response: ServerResponse, context: CallContext) => Promise<void>;

export function createRest(router: ContractRouter, tally: Tally): Rest {
  const handler = new OpenAPIHandler(router, { interceptors: [tally.interceptor, ...sharedInterceptors] });
  return async (request, response, context) => {
    // The body is read here, counted; the handler takes the parsed `body` and reads no further.
    Object.assign(request, { body: (await readJson(request)) ?? {} });
    await handler.handle(request, response, { prefix: '/api', context });
  };
}

let described: Promise<unknown> | undefined;

/** The OpenAPI description of every call, made once from the contract. */
export function describe(version: string): Promise<unknown> {
  described ??= new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: 'Engram', version, description: 'Encrypted, local-first, explainable memory. The server listens on the loopback only.' },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
  });
  return described;
}
