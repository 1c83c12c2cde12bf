import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { EngramError, type RecoveryKit, type VaultId } from '../../contract/index.ts';

/** 32 bytes as 24 words with a checksum (BIP-39), and as a page to print. */
export function makeKit(recovery: Uint8Array, vaultId: VaultId, name: string, createdAt: number): RecoveryKit {
  const words = entropyToMnemonic(recovery, wordlist).split(' ');
  const rows = words.map((word, i) => `${String(i + 1).padStart(2)}. ${word.padEnd(10)}${i % 4 === 3 ? '\n' : ''}`).join('');
  const page = [
    'ENGRAM RECOVERY KIT',
    '',
    `Vault    ${name}`,
    `Id       ${vaultId}`,
    `Created  ${new Date(createdAt).toISOString().slice(0, 10)}`,
    '',
    rows,
    'These words open the vault without its passphrase. Keep them on paper, away from',
    'this machine. Without the passphrase and without this kit nobody can open the vault.',
    '',
  ].join('\n');
  return { vaultId, words, page };
}

/** Throws WRONG_PASSPHRASE for unknown words, a wrong number of them or a wrong checksum. */
export function kitEntropy(words: string): Buffer {
  try {
    return Buffer.from(mnemonicToEntropy(words.normalize('NFKC').trim().toLowerCase().split(/[\s,]+/).join(' '), wordlist));
  } catch (cause) {
    throw new EngramError('WRONG_PASSPHRASE', { detail: 'the recovery words are not a valid kit' }, { cause });
  }
}
