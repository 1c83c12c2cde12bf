import { ORPCError } from '@orpc/client';
import { errorBody, ErrorBody } from '../../contract/index.ts';

/** Any thrown value as an error of the table, whichever road it came by. */
export function failureOf(thrown: unknown): ErrorBody {
  if (thrown instanceof ORPCError) {
    const parsed = ErrorBody.safeParse({ code: thrown.code, message: thrown.message, data: thrown.data });
    if (parsed.success) return parsed.data;
  }
  return errorBody(thrown);
}
