import { useSyncExternalStore } from 'react';
import { connection } from './engine.ts';
import type { ConnectionState } from './connection.ts';
import { gateNow, subscribeGate, type Gate } from './gate.ts';

export const useConnection = (): ConnectionState => useSyncExternalStore(connection.subscribe, connection.state);
export const useGate = (): Gate => useSyncExternalStore(subscribeGate, gateNow);
