import type { Concept } from './lexicon.ts';

/** Meanings that say more together than alone. The first one is the anchor: how it stands decides how much the rule counts. */
export interface Rule {
  reason: string;
  near: readonly [Concept, ...Concept[]];
  /** Farthest another meaning may be from the anchor, in UTF-16 units of the folded text. */
  span: number;
  /** Chance that a text with it is an attack, when it addresses the reader and is not quoted. */
  weight: number;
  /** In languages that put the verb first the object follows; before the verb it belongs to something else. */
  verbFirst?: true;
}

const aside = 'sets earlier instructions aside';
const role = 'gives the model another role';
const secret = 'keeps the person from knowing';
const turns = 'turns the model against the person';
const away = 'sends protected data away';
const lets = 'asks for protected data';
const steer = 'steers all later answers';
const rights = 'acts without being asked';
/** A verb and its object; one sentence; two clauses; a short paragraph. */
const OBJECT = 50;
const SENTENCE = 70;
const CLAUSES = 110;
const PARAGRAPH = 220;

export const rules: readonly Rule[] = [
  { reason: aside, near: ['override', 'rules', 'prior'], span: OBJECT, weight: 0.8, verbFirst: true },
  { reason: aside, near: ['override', 'rules'], span: OBJECT, weight: 0.3, verbFirst: true },
  { reason: aside, near: ['voided', 'rules', 'prior'], span: SENTENCE, weight: 0.35 },
  { reason: aside, near: ['voided', 'hidden'], span: SENTENCE, weight: 0.5 },
  { reason: aside, near: ['voided', 'persona'], span: CLAUSES, weight: 0.5 },
  { reason: role, near: ['persona', 'unbound'], span: CLAUSES, weight: 0.7 },
  { reason: role, near: ['persona', 'override', 'rules'], span: CLAUSES, weight: 0.5 },
  { reason: role, near: ['persona', 'model'], span: SENTENCE, weight: 0.3 },
  { reason: role, near: ['persona'], span: 0, weight: 0.2 },
  { reason: turns, near: ['disobey', 'user'], span: 30, weight: 0.5, verbFirst: true },
  { reason: turns, near: ['stranger', 'override'], span: CLAUSES, weight: 0.5 },
  { reason: turns, near: ['stranger', 'disobey'], span: CLAUSES, weight: 0.5 },
  { reason: turns, near: ['stranger', 'persist'], span: CLAUSES, weight: 0.5 },
  { reason: turns, near: ['stranger', 'voided'], span: CLAUSES, weight: 0.5 },
  { reason: turns, near: ['stranger', 'user'], span: CLAUSES, weight: 0.45 },
  { reason: turns, near: ['stranger', 'authority'], span: CLAUSES, weight: 0.5 },
  { reason: turns, near: ['stranger', 'halt'], span: CLAUSES, weight: 0.45 },
  { reason: turns, near: ['stranger', 'model'], span: CLAUSES, weight: 0.45 },
  { reason: turns, near: ['stranger'], span: 0, weight: 0.3 },
  { reason: 'lifts restrictions', near: ['unbound', 'authority'], span: CLAUSES, weight: 0.5 },
  { reason: 'lifts restrictions', near: ['unbound', 'leak'], span: CLAUSES, weight: 0.4 },
  { reason: 'lifts restrictions', near: ['unbound', 'halt'], span: CLAUSES, weight: 0.4 },
  { reason: 'lifts restrictions', near: ['unbound', 'model'], span: CLAUSES, weight: 0.3 },
  { reason: 'lifts restrictions', near: ['unbound'], span: 0, weight: 0.3 },
  { reason: 'asks for hidden instructions', near: ['leak', 'hidden'], span: SENTENCE, weight: 0.55 },
  { reason: away, near: ['send', 'data', 'destination'], span: CLAUSES, weight: 0.7 },
  { reason: away, near: ['send', 'data'], span: SENTENCE, weight: 0.25 },
  { reason: lets, near: ['leak', 'data', 'user'], span: SENTENCE, weight: 0.5 },
  { reason: lets, near: ['leak', 'data', 'prior'], span: SENTENCE, weight: 0.35 },
  { reason: lets, near: ['leak', 'data', 'unasked'], span: CLAUSES, weight: 0.5 },
  { reason: lets, near: ['leak', 'data', 'destination'], span: CLAUSES, weight: 0.4 },
  { reason: lets, near: ['leak', 'data', 'halt'], span: CLAUSES, weight: 0.4 },
  { reason: lets, near: ['leak', 'data'], span: 30, weight: 0.15 },
  { reason: lets, near: ['leak', 'data', 'model'], span: CLAUSES, weight: 0.25 },
  { reason: secret, near: ['hide', 'user'], span: SENTENCE, weight: 0.4 },
  { reason: secret, near: ['hide', 'self'], span: SENTENCE, weight: 0.45 },
  { reason: secret, near: ['hide', 'push', 'persist'], span: CLAUSES, weight: 0.4 },
  { reason: secret, near: ['hide', 'push', 'destination'], span: CLAUSES, weight: 0.45 },
  { reason: secret, near: ['hide', 'send', 'data'], span: CLAUSES, weight: 0.45 },
  { reason: secret, near: ['hide', 'act', 'power'], span: CLAUSES, weight: 0.4 },
  { reason: steer, near: ['push', 'answers'], span: SENTENCE, weight: 0.5 },
  { reason: steer, near: ['push', 'persist', 'user'], span: CLAUSES, weight: 0.55 },
  { reason: steer, near: ['push', 'persist', 'destination'], span: CLAUSES, weight: 0.4 },
  { reason: steer, near: ['push', 'persist', 'data'], span: SENTENCE, weight: 0.5 },
  { reason: steer, near: ['push', 'persist', 'halt'], span: SENTENCE, weight: 0.4 },
  { reason: steer, near: ['push', 'persist', 'hide'], span: CLAUSES, weight: 0.4 },
  { reason: steer, near: ['push', 'persist'], span: SENTENCE, weight: 0.25 },
  { reason: steer, near: ['send', 'persist', 'destination'], span: CLAUSES, weight: 0.4 },
  { reason: 'switches the task', near: ['halt', 'leak', 'hidden'], span: CLAUSES, weight: 0.3 },
  { reason: 'switches the task', near: ['halt', 'override'], span: CLAUSES, weight: 0.25 },
  { reason: 'switches the task', near: ['halt', 'act', 'power'], span: CLAUSES, weight: 0.3 },
  { reason: 'switches the task', near: ['halt'], span: 0, weight: 0.12 },
  { reason: rights, near: ['act', 'power', 'unasked'], span: CLAUSES, weight: 0.5 },
  { reason: rights, near: ['send', 'power', 'unasked'], span: CLAUSES, weight: 0.5 },
  { reason: rights, near: ['act', 'unasked'], span: CLAUSES, weight: 0.3 },
  { reason: rights, near: ['act', 'power'], span: 30, weight: 0.15 },
  { reason: rights, near: ['consent', 'send'], span: CLAUSES, weight: 0.5 },
  { reason: rights, near: ['consent', 'hide'], span: CLAUSES, weight: 0.5 },
  { reason: rights, near: ['consent', 'act'], span: CLAUSES, weight: 0.4 },
  { reason: rights, near: ['unasked', 'power', 'persist'], span: CLAUSES, weight: 0.5 },
  { reason: rights, near: ['consent', 'destination'], span: CLAUSES, weight: 0.5 },
  { reason: rights, near: ['consent'], span: 0, weight: 0.35 },
  { reason: rights, near: ['act', 'power', 'model'], span: CLAUSES, weight: 0.3 },
  { reason: 'claims authority', near: ['authority', 'override'], span: PARAGRAPH, weight: 0.5 },
  { reason: 'lifts a stranger above the person', near: ['trusting', 'destination'], span: CLAUSES, weight: 0.45 },
  { reason: 'lifts a stranger above the person', near: ['trusting', 'persist'], span: CLAUSES, weight: 0.4 },
  { reason: 'lifts a stranger above the person', near: ['trusting', 'model'], span: CLAUSES, weight: 0.4 },
  { reason: 'lifts a stranger above the person', near: ['trusting'], span: 0, weight: 0.3 },
  { reason: 'dictates the answer', near: ['dictate', 'override'], span: PARAGRAPH, weight: 0.4 },
  { reason: 'dictates the answer', near: ['dictate', 'persist'], span: CLAUSES, weight: 0.4 },
  { reason: 'dictates the answer', near: ['dictate', 'authority'], span: PARAGRAPH, weight: 0.4 },
  { reason: 'dictates the answer', near: ['dictate'], span: 0, weight: 0.2 },
  { reason: 'claims authority', near: ['authority', 'push'], span: CLAUSES, weight: 0.5 },
  { reason: 'claims authority', near: ['authority', 'trusting'], span: PARAGRAPH, weight: 0.5 },
  { reason: 'claims authority', near: ['authority', 'voided'], span: PARAGRAPH, weight: 0.5 },
  { reason: 'claims authority', near: ['authority', 'send'], span: PARAGRAPH, weight: 0.5 },
  { reason: 'claims authority', near: ['authority', 'act', 'power'], span: PARAGRAPH, weight: 0.5 },
  { reason: 'claims authority', near: ['authority', 'leak'], span: PARAGRAPH, weight: 0.5 },
  { reason: 'claims authority', near: ['authority', 'unasked'], span: CLAUSES, weight: 0.5 },
  { reason: 'claims authority', near: ['authority', 'hidden'], span: CLAUSES, weight: 0.5 },
  { reason: 'claims authority', near: ['authority', 'data'], span: CLAUSES, weight: 0.45 },
  { reason: 'claims authority', near: ['authority', 'disobey'], span: CLAUSES, weight: 0.5 },
  { reason: 'claims authority', near: ['authority', 'reading'], span: SENTENCE, weight: 0.45 },
  { reason: 'claims authority', near: ['model', 'reading', 'push'], span: CLAUSES, weight: 0.5 },
  { reason: 'claims authority', near: ['model', 'reading', 'send'], span: CLAUSES, weight: 0.5 },
  { reason: 'claims authority', near: ['model', 'reading', 'act'], span: CLAUSES, weight: 0.4 },
  { reason: 'claims authority', near: ['authority'], span: 0, weight: 0.3 },
];
