import { z } from 'zod';
import { limits, type Category } from '../../contract/index.ts';
import { cleanText, memoryItem, nameOf, skipped, type ImportItem } from './item.ts';
import { fieldsOf } from './json-list.ts';
import { piecesOf } from './pieces.ts';

const Entity = z.object({ name: z.string().min(1), entityType: z.string().catch(''), observations: z.array(z.unknown()).catch([]) });
const Relation = z.object({ from: z.string().min(1), to: z.string().min(1), relationType: z.string().min(1) });

const NAME_CHARS = 200;
/** Room for two names and the words between them, in UTF-8 bytes. */
const NAME_BYTES = NAME_CHARS * 3 + 4;
const categories: readonly (readonly [RegExp, Category])[] = [
  [/^(?:person|people|user|contact|family|friend|colleague)/i, 'person'],
  [/^(?:project|repo)/i, 'project'],
  [/^(?:preference|setting)/i, 'preference'],
  [/^(?:tool|technology|language|library|framework|software|system)/i, 'technical'],
];

/** Key that ties the relations of a graph to what is known about a name. */
export const entityKey = (name: string): string => `entity:${name}`;
const shown = (text: string): string => cleanText(text).trim().slice(0, NAME_CHARS).toWellFormed();

/**
 * One line of the memory file of the MCP reference server: an entity with its observations, or a
 * relation. Each observation is a memory; a relation is one too, tied to both of its ends.
 */
export function mcpMemoryItems(value: unknown): ImportItem[] {
  const fields = fieldsOf(value);
  if (!fields) return [skipped('not an object')];
  if (fields.get('type') === 'entity') return entityItems(value);
  if (fields.get('type') === 'relation') return [relationItem(value)];
  const [entities, relations] = [fields.get('entities'), fields.get('relations')];
  if (Array.isArray(entities) || Array.isArray(relations))
    return [
      ...(Array.isArray(entities) ? (entities as unknown[]).flatMap(entityItems) : []),
      ...(Array.isArray(relations) ? (relations as unknown[]).map(relationItem) : []),
    ];
  return [skipped('neither an entity nor a relation')];
}

function entityItems(value: unknown): ImportItem[] {
  const parsed = Entity.safeParse(value);
  if (!parsed.success) return [skipped('an unreadable entity')];
  const { name, entityType, observations } = parsed.data;
  const category = categories.find(([pattern]) => pattern.test(entityType))?.[1] ?? 'general';
  const common = { kind: 'semantic', category, session: nameOf(name) };
  const ties = { key: entityKey(name) };
  if (observations.length === 0)
    return entityType === '' ? [skipped('an entity nothing is known about')] : [memoryItem({ ...common, text: `${shown(name)}: ${shown(entityType)}` }, ties)];
  return observations.flatMap((observation) => {
    if (typeof observation !== 'string' || observation.trim() === '') return [skipped('an empty observation')];
    return piecesOf(cleanText(observation), limits.memoryBytes - NAME_BYTES).map((piece) => memoryItem({ ...common, text: `${shown(name)}: ${piece}` }, ties));
  });
}

function relationItem(value: unknown): ImportItem {
  const parsed = Relation.safeParse(value);
  if (!parsed.success) return skipped('an unreadable relation');
  const { from, to, relationType } = parsed.data;
  return memoryItem(
    { text: `${shown(from)} ${shown(relationType).replaceAll('_', ' ')} ${shown(to)}`, kind: 'semantic', session: nameOf(from) },
    { relations: [{ to: entityKey(from), type: 'related_to' }, { to: entityKey(to), type: 'related_to' }] },
  );
}
