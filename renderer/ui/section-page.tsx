import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from './classes.ts';

interface SectionPageProps<Section extends string> {
  /** Name of the whole, as in the menu. */
  label: string;
  /** Address with `$section` in it. */
  to: string;
  names: Record<Section, string>;
  current: Section;
  lead: ReactNode;
  children: ReactNode;
}

/** A screen of several sections: their names at the side, one of them shown. */
export function SectionPage<Section extends string>({ label, to, names, current, lead, children }: SectionPageProps<Section>) {
  return (
    <div className="mx-auto flex w-full max-w-224 flex-col gap-x-10 gap-y-4 px-6 py-7 md:flex-row">
      <nav aria-label={label} className="md:w-36 md:shrink-0">
        <ul className="flex flex-wrap gap-0.5 md:sticky md:top-7 md:flex-col">
          {(Object.keys(names) as Section[]).map((name) => (
            <li key={name}>
              <Link
                to={to as never} params={{ section: name } as never} aria-current={name === current ? 'page' : undefined}
                className={cx('flex min-h-8 items-center rounded-control px-2.5 hover:bg-sunken', name === current && 'bg-tint font-medium')}
              >
                {names[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 flex-1">
        <h1 className="text-lg font-semibold">{names[current]}</h1>
        <p className="mb-3 max-w-[64ch] text-base text-muted">{lead}</p>
        {children}
      </div>
    </div>
  );
}
