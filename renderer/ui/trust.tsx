import { cx } from './classes.ts';

/** What is known about how far a memory can be believed; an absent value is drawn hollow. */
export interface TrustFacts {
  trust: number;
  importance?: number;
  corroborations?: number;
}

interface Bar { name: string; value: number | null; said: string }

/** The bars in their fixed order. Corroborations count up to three. */
export function trustBars({ trust, importance, corroborations }: TrustFacts): Bar[] {
  return [
    { name: 'Trust', value: trust, said: trust.toFixed(2) },
    { name: 'Importance', value: importance ?? null, said: importance?.toFixed(2) ?? 'not known here' },
    {
      name: 'Corroboration',
      value: corroborations ? Math.min(1, corroborations / 3) : null,
      said: corroborations === undefined ? 'not known here' : `${corroborations} other ${corroborations === 1 ? 'source' : 'sources'}`,
    },
  ];
}

/** One small glyph, the same in chips, rows and detail: a bar per dimension and the trust as a number. */
export function TrustSignature({ className, ...facts }: TrustFacts & { className?: string }) {
  const bars = trustBars(facts);
  return (
    <span className={cx('inline-flex items-end gap-1', className)}>
      <svg
        viewBox="0 0 14 12" width={14} height={12} role="img"
        aria-label={bars.map((bar) => `${bar.name} ${bar.said}`).join(', ')}
        className="text-muted"
      >
        {bars.map(({ name, value }, n) => value === null
          ? <rect key={name} x={n * 5 + 0.5} y={0.5} width={3} height={11} fill="none" stroke="currentColor" opacity={0.45} />
          : <rect key={name} x={n * 5} y={12 - Math.max(1, value * 12)} width={4} height={Math.max(1, value * 12)} fill="currentColor" />)}
      </svg>
      <span className="figures text-xs text-muted">{facts.trust.toFixed(2).replace(/^0/, '')}</span>
    </span>
  );
}
