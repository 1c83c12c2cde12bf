/** Whether a message stays with its subject, moves to another side of it, or leaves it (§8.7). */
export const SIGNALS = ['continue', 'drift', 'switch'] as const;
export type TopicSignal = (typeof SIGNALS)[number];

/** Signs of what a message does to the topic; each is 0..1 or a cosine. */
export const FEATURES = [
  'centroid', 'last', 'nearest', 'context', 'words_context', 'word_context', 'words_near', 'word_nearest', 'word_farthest', 'shared', 'shared_last', 'new_words', 'points_back', 'carries_on', 'turns_away', 'away_to_known', 'turns_aside',
  'acknowledges', 'asks', 'answers', 'states', 'length', 'brief', 'foreign', 'domain', 'domain_last', 'whole', 'answers_briefly', 'opens', 'opens_bare', 'owns',
  'subject_near', 'subject_nearest', 'subject_farthest', 'subject_centroid', 'subject_best_turn', 'subject_domain', 'subject_shared', 'subject_words', 'one_subject', 'no_subject', 'subject_known',
  'profile', 'profile_last', 'profile_best', 'field', 'group', 'group_last', 'other_field', 'other_group', 'new_field', 'no_field',
] as const;
export type Feature = (typeof FEATURES)[number];
