/**
 * The few parts of WebAssembly that are used here, typed; the type libraries of Node leave them out.
 */
export interface SharedMemory {
  /** A new view each time it has grown; older ones keep their length. */
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}
/** Memory of one thread. Growing detaches older buffers. */
export interface PrivateMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface MemoryShape {
  initial: number;
  maximum: number;
  shared?: boolean;
}
export interface WasmModule {
  readonly brand?: 'module';
}
interface Api {
  Memory: new (shape: MemoryShape) => unknown;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  Instance: new (module: WasmModule, imports: Record<string, Record<string, unknown>>) => { exports: Record<string, unknown> };
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}

const api = (globalThis as { WebAssembly?: Api }).WebAssembly;

export const PAGE_SIZE = 65_536;
/** One page less than 4 GiB, so that the end of the memory is an address too. */
export const MOST_PAGES = 65_535;
const SCRATCH_PAGES = 4096;

/** Address space for as many codes as 32 bits reach; only what is written takes memory. Null where the machine has none of it. */
export function reserveShared(pages: number): SharedMemory | null {
  try {
    return api ? (new api.Memory({ initial: pages, maximum: MOST_PAGES, shared: true }) as SharedMemory) : null;
  } catch {
    return null;
  }
}

export const isSharedMemory = (value: unknown): value is SharedMemory => api !== undefined && value instanceof api.Memory;
export const createScratch = (): PrivateMemory => new api!.Memory({ initial: 1, maximum: SCRATCH_PAGES }) as PrivateMemory;
export const scratchPages = SCRATCH_PAGES;

/** Null where the engine lacks SIMD, threads or several memories. */
export function compile(bytes: Uint8Array<ArrayBuffer>): WasmModule | null {
  return api?.validate(bytes) ? new api.Module(bytes) : null;
}

export function instantiate(module: WasmModule, memories: Record<string, unknown>): Record<string, unknown> {
  return new api!.Instance(module, { engram: memories }).exports;
}
