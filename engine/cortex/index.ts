export { findByGraph, findByTime, findByVectors, findByWords, nearSealed, LEAST_COSINE, type ChannelQuery, type TimeFound, type WordsFound } from './channels/index.ts';
export { diversify, fuseByRank, innerProduct, poolOf, seatedOf, type Fused, type RankedList } from './fuse/index.ts';
export { analyse, asksIn, broaden, calledNames, carryOver, datesIn, namesToLookUp, profileOf, STOP_WORDS, understand, type Analysis, type Intent, type IntentProfile, type NamedSpan, type TimeReading } from './gate/index.ts';
export { duplicatesAmong, GRADED, gradeOf, isBetter, toldOfAnother } from './quality/index.ts';
export { cluesOf, CROSS, RERANKING, scoreOf, type Candidate, type Clues, type Question, type Reading } from './rerank/index.ts';
export {
  backendNames, chooseBackend, FlatCodes, Hnsw, Qdrant, VaultRows, VectorIndex, type BackendName, type Kind, type MakeBackend, type Pressure, type ServedSpace, type VectorBackend, type Wish,
} from './vectors/index.ts';
