import { cx } from '../ui/index.ts';
import { enough, type Strength } from './strength.ts';

const names = ['Far too easy', 'Too easy', 'Acceptable', 'Strong', 'Very strong'];

export function StrengthMeter({ strength }: { strength: Strength }) {
  const good = strength.score >= enough;
  return (
    <div>
      <div className="flex gap-1" aria-hidden>
        {[0, 1, 2, 3].map((n) => (
          <div key={n} className={cx('h-1 flex-1 rounded-full', n < strength.score || (n === 0 && strength.score === 0) ? (good ? 'bg-accent' : 'bg-danger') : 'bg-sunken')} />
        ))}
      </div>
      <p aria-live="polite" className="mt-1 text-xs text-muted">
        <span className={good ? 'text-text' : 'text-danger'}>{names[strength.score]}</span>: {strength.said}
      </p>
    </div>
  );
}
