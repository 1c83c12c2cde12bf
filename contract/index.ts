import { access } from './calls/access.ts';
import { agents } from './calls/agents.ts';
import { chat } from './calls/chat.ts';
import { events } from './calls/events.ts';
import { jobs, transfer } from './calls/jobs.ts';
import { memories } from './calls/memories.ts';
import { models } from './calls/models.ts';
import { recall } from './calls/recall.ts';
import { settings } from './calls/settings.ts';
import { vault } from './calls/vault.ts';

/** Everything a host can ask of the engine. */
export const contract = { vault, memories, recall, chat, agents, access, models, settings, jobs, transfer, events };
export type Contract = typeof contract;

export { AgentId, IdentityId, Instant, JobId, MemoryId, MessageId, SessionId, Unit, UploadId, VaultId } from './ids.ts';
export { limits } from './limits.ts';
export { Scope } from './entities/scope.ts';
export {
  Category, EdgeType, ErasureReport, Facets, Fact, Level, Memory, MemoryDetail, MemoryEdge, MemoryFilter, MemoryKind, MemoryStatus,
  MemoryText, MemoryUse, MemoryVersion, NewMemory, Origin, PurgeTarget, Remembered, Removed, textAt, Tier,
} from './entities/memory.ts';
export { Clue, InjectionMode, Recalled, RecallQuery, RecallResult, RecallTrace, Quality, Reformulation, Signal, SignalRank, TraceRow, Verdict } from './entities/recall.ts';
export { Identity, NewIdentity } from './entities/identity.ts';
export { Agent, ChatEvent, Message, MessageText, RememberedInChat, Session, Sources, SourceUsed, ToolName, TurnKind, Usage } from './entities/chat.ts';
export { ContextItem, ContextPreview, ContextSection } from './entities/context.ts';
export { Capabilities, Embedder, Model, ModelFacts, ModelRef, Reranker, Tokenizer, Provider, ProviderInput, ProviderKind } from './entities/model.ts';
export { ArchiveReport, ImportFormat, ImportOptions, ImportPreview, Job, JobKind } from './entities/job.ts';
export { ImportSource } from './calls/jobs.ts';
export { defaultSettings, settingKeys, Settings, SettingsPatch, type SettingKey } from './entities/settings.ts';
export { AuditEntry, AuditReport, Backup, DoctorCheck, Passphrase, PROTOCOL, RecoveryKit, VaultStatus } from './entities/vault.ts';
export { EngineEvent } from './events.ts';
export { callErrors, ErrorBody, errorCodes, ErrorData, errorTable, exitCodes, type ErrorCode } from './errors.ts';
export { EngramError, errorBody } from './failure.ts';
