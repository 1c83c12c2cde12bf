import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { engine, type Fault } from '../bridge/index.ts';

/** What the person shows to be the person: the passphrase, or the words of the kit. */
export interface Proof {
  way: 'passphrase' | 'kit';
  secret: string;
  /** The vault has a passphrase; otherwise the keychain vouches and nothing is asked. */
  asks: boolean;
  ready: boolean;
  /** As the vault takes it. */
  given: { passphrase?: string; kit?: string };
  setWay(way: 'passphrase' | 'kit'): void;
  setSecret(secret: string): void;
}

/** The words of a kit as they were typed or pasted: numbers, commas and line breaks do not matter. */
export const kitWords = (typed: string): string => typed.trim().toLowerCase().replace(/[\s,.\d]+/g, ' ').trim();

export function useProof(): Proof {
  const protection = useQuery(engine.vault.status.queryOptions()).data?.protection;
  const [way, setWay] = useState<Proof['way']>('passphrase');
  const [secret, setSecret] = useState('');
  const asks = protection?.passphrase !== false || way === 'kit';
  return {
    way, secret, asks, setSecret,
    ready: !asks || secret.trim() !== '',
    given: !asks ? {} : way === 'kit' ? { kit: kitWords(secret) } : { passphrase: secret },
    setWay: (next) => {
      setWay(next);
      setSecret('');
    },
  };
}

export const isWrong = (fault: Fault | null): boolean => fault?.code === 'WRONG_PASSPHRASE';
