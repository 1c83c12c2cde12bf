/**
 * A WebAssembly module as bytes, written from TypeScript: every instruction is a function that takes
 * the code of its operands and gives back code, so a kernel reads like an expression. The kernel is
 * made for the dimensions at hand when it is first needed; no compiler and no built file is involved.
 * Opcodes: WebAssembly 3.0 specification, appendix "Index of Instructions".
 */
export type Code = readonly number[];

const unsigned = (value: number): number[] => {
  const out: number[] = [];
  for (let rest = value >>> 0; ; ) {
    const low = rest & 0x7f;
    rest >>>= 7;
    if (rest === 0) return [...out, low];
    out.push(low | 0x80);
  }
};

const signed = (value: number): number[] => {
  const out: number[] = [];
  for (let rest = value | 0; ; ) {
    const low = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && !(low & 0x40)) || (rest === -1 && low & 0x40)) return [...out, low];
    out.push(low | 0x80);
  }
};

const float = (value: number): number[] => [...new Uint8Array(Float32Array.of(value).buffer)];
const counted = (items: readonly Code[]): number[] => [...unsigned(items.length), ...items.flat()];
const text = (value: string): number[] => counted([...new TextEncoder().encode(value)].map((byte) => [byte]));
const section = (id: number, items: readonly Code[]): number[] => {
  const body = counted(items);
  return [id, ...unsigned(body.length), ...body];
};

export const ValueType = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const;
export type ValueType = (typeof ValueType)[keyof typeof ValueType];

/** `[operation code]` of plain instructions; operands come first, as on the stack. */
const plain = (...opcode: number[]) => (...operands: Code[]): Code => [...operands.flat(), ...opcode];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  eqz: plain(0x45), eq: plain(0x46), ne: plain(0x47), ltS: plain(0x48), ltU: plain(0x49), gtS: plain(0x4a), gtU: plain(0x4b), geS: plain(0x4e), geU: plain(0x4f),
  add: plain(0x6a), sub: plain(0x6b), mul: plain(0x6c), divU: plain(0x6e), and: plain(0x71), or: plain(0x72), shl: plain(0x74), shrU: plain(0x76),
  load: (memory: number, address: Code, offset = 0): Code => [...address, 0x28, ...place(2, memory, offset)],
  load8: (memory: number, address: Code, offset = 0): Code => [...address, 0x2d, ...place(0, memory, offset)],
  store: (memory: number, address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x36, ...place(2, memory, offset)],
  atomicLoad: (memory: number, address: Code, offset = 0): Code => [...address, 0xfe, 0x10, ...place(2, memory, offset)],
};

export const f32 = {
  const: (value: number): Code => [0x43, ...float(value)],
  eq: plain(0x5b), lt: plain(0x5d), add: plain(0x92), mul: plain(0x94), fromI32: plain(0xb2),
  load: (memory: number, address: Code, offset = 0): Code => [...address, 0x2a, ...place(2, memory, offset)],
  store: (memory: number, address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x38, ...place(2, memory, offset)],
};

export const v128 = {
  zero: [0xfd, 0x0c, ...Array<number>(16).fill(0)] as Code,
  load: (memory: number, address: Code, offset = 0): Code => [...address, 0xfd, 0x00, ...place(0, memory, offset)],
  /** Eight int8 as eight int16. */
  loadWidened: (memory: number, address: Code, offset = 0): Code => [...address, 0xfd, 0x01, ...place(0, memory, offset)],
  xor: plain(0xfd, 0x51), popcount8: plain(0xfd, 0x62), add8: plain(0xfd, 0x6e), pairs8to16: plain(0xfd, 0x7d), pairs16to32: plain(0xfd, 0x7f),
  add32: plain(0xfd, 0xae, 0x01), dot16: plain(0xfd, 0xba, 0x01),
  lane32: (value: Code, lane: number): Code => [...value, 0xfd, 0x1b, lane],
};

/** Alignment as a power of two, memory number, constant offset. */
const place = (align: number, memory: number, offset: number): number[] =>
  memory === 0 ? [align, ...unsigned(offset)] : [align | 0x40, ...unsigned(memory), ...unsigned(offset)];

const NO_RESULT = 0x40;
const END = 0x0b;
export const flow = {
  block: (...body: Code[]): Code => [0x02, NO_RESULT, ...body.flat(), END],
  loop: (...body: Code[]): Code => [0x03, NO_RESULT, ...body.flat(), END],
  when: (condition: Code, ...body: Code[]): Code => [...condition, 0x04, NO_RESULT, ...body.flat(), END],
  /** Leaves (or repeats, for a loop) the construct `depth` levels out; 0 is the innermost. */
  to: (depth: number): Code => [0x0c, ...unsigned(depth)],
  toWhen: (depth: number, condition: Code): Code => [...condition, 0x0d, ...unsigned(depth)],
  leave: [0x0f] as Code,
};

/** A local variable or parameter of a function, or a global of the module. */
export interface Variable {
  get: Code;
  set: (value: Code) => Code;
  /** `set` that leaves the value on the stack. */
  tee: (value: Code) => Code;
}

/** Collects locals while the body is being written. */
export class FunctionBody {
  readonly parameters: ValueType[] = [];
  readonly locals: ValueType[] = [];
  code: Code = [];
  readonly result: ValueType | null;

  constructor(result: ValueType | null = null) {
    this.result = result;
  }

  /** All parameters come before the first local. */
  parameter(type: ValueType): Variable {
    this.parameters.push(type);
    return variable(this.parameters.length - 1);
  }

  local(type: ValueType): Variable {
    this.locals.push(type);
    return variable(this.parameters.length + this.locals.length - 1);
  }
}

const variable = (index: number): Variable => ({
  get: [0x20, ...unsigned(index)],
  set: (value) => [...value, 0x21, ...unsigned(index)],
  tee: (value) => [...value, 0x22, ...unsigned(index)],
});

export interface MemoryImport {
  name: string;
  shared: boolean;
  pages: number;
  mostPages: number;
}

/** A module whose only imports are its memories, numbered in their order. */
export class ModuleBuilder {
  readonly #memories: readonly MemoryImport[];
  readonly #functions: { name: string | null; body: FunctionBody }[] = [];
  readonly #globals: Code[] = [];

  constructor(memories: readonly MemoryImport[]) {
    this.#memories = memories;
  }

  global(type: 'i32' | 'f32'): Variable {
    const index = this.#globals.length;
    this.#globals.push([ValueType[type], 1, ...(type === 'i32' ? i32.const(0) : f32.const(0)), END]);
    const set = (value: Code): Code => [...value, 0x24, ...unsigned(index)];
    const get = [0x23, ...unsigned(index)];
    return { get, set, tee: (value) => [...set(value), ...get] };
  }

  /** Adds a function, exported when it has a name; gives back how to call it. */
  function(name: string | null, body: FunctionBody): (...operands: Code[]) => Code {
    this.#functions.push({ name, body });
    return plain(0x10, ...unsigned(this.#functions.length - 1));
  }

  build(): Uint8Array<ArrayBuffer> {
    const memories = this.#memories.map(({ name, shared, pages, mostPages }) =>
      [...text('engram'), ...text(name), 0x02, shared ? 0x03 : 0x01, ...unsigned(pages), ...unsigned(mostPages)]);
    const types = this.#functions.map(({ body }) => [0x60, ...counted(body.parameters.map((type) => [type])), ...(body.result === null ? [0] : [1, body.result])]);
    const bodies = this.#functions.map(({ body }) => {
      const code = [...counted(body.locals.map((type) => [1, type])), ...body.code, END];
      return [...unsigned(code.length), ...code];
    });
    return Uint8Array.from([
      0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
      ...section(1, types), ...section(2, memories), ...section(3, types.map((_, i) => unsigned(i))), ...section(6, this.#globals),
      ...section(7, this.#functions.flatMap(({ name }, i) => (name === null ? [] : [[...text(name), 0x00, ...unsigned(i)]]))), ...section(10, bodies),
    ]);
  }
}
