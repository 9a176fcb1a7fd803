// The status of datafeeds and gateways, computed from their records, secrets and reports.

import { ok, refuse } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import {
  type DatafeedStatus,
  type GatewayStatus,
  NO_DROPS,
} from '../../../wire/rest/settings/connections.js';
import { FEED_MODULES, GATEWAY_MODULES, PARAM } from '../../../wire/settings/connection-modules.js';
import {
  type ConnectionKind,
  type ConnectionRecord,
  type DatafeedRecord,
  type GatewayRecord,
  paramOf,
} from '../../../wire/settings/connections.js';
import { UNRELEASED } from '../../folder/release.js';
import type { FeedStatus } from '../../market/feeds/feed-status.js';
import type { GatewayReport } from '../../providers/gateways/gateway-messages.js';
import { type RecordCipher, recordCipher } from '../../secrets/record-cipher.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import { byPriority, isLocal } from '../types/connections/connections.js';
import { sealedKeys } from '../types/connections/params.js';
import { editorOf } from './setting-write.js';

const AWAY = 'the thread of connections is being started again';
const NO_REPORT = 'its connection is being started';

const timeOf = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString());

/** The first secret that cannot be decrypted, because it was encrypted under another key. */
const lockedSecret = (
  cipher: RecordCipher,
  kind: ConnectionKind,
  record: Stamped<ConnectionRecord>,
): string | undefined => {
  const modules = kind === 'datafeed' ? FEED_MODULES : GATEWAY_MODULES;
  const rules = modules[record.module as keyof typeof modules];
  const secrets = [
    ['password', record.password],
    ...sealedKeys(rules).map((key) => [`params.${key}`, paramOf(record, key)]),
  ] as [string, string][];
  const locked = secrets.find(
    ([field, sealed]) =>
      sealed !== '' && cipher.open(sealed, `${kind}/${record.id}/${field}`) === undefined,
  );
  return locked && `${locked[0]}: sealed under another key of the server; send it again`;
};

/** Why the connection is off although its record is enabled; undefined = it is not. */
const offBecause = (
  { unreleased }: Pick<DeskContext['deps'], 'unreleased'>,
  { module }: ConnectionRecord,
): string | undefined => (unreleased() && !isLocal(module) ? UNRELEASED : undefined);

const datafeedState = (
  { enabled }: DatafeedRecord,
  status: FeedStatus | undefined,
  fault: string | undefined,
): DatafeedStatus['state'] => {
  if (!enabled) return 'disabled';
  if (fault !== undefined || status === undefined || status.state === 'unavailable')
    return 'stopped';
  return status.state;
};

/** The status of a datafeed; `fault` is a reason why it is stopped, whatever it reports. */
const datafeedStatus = (
  record: DatafeedRecord,
  status: FeedStatus | undefined,
  fault: string | undefined,
): DatafeedStatus => ({
  datafeed_id: record.id,
  state: datafeedState(record, status, fault),
  last_error: (record.enabled ? fault : undefined) ?? status?.last_error ?? '',
  instruments: status?.instruments ?? 0,
  connects: status?.connects ?? 0,
  failures: status?.failures ?? 0,
  ticks: status?.ticks ?? 0,
  dropped: status?.dropped ?? 0,
  dropped_by: status?.dropped_by ?? NO_DROPS,
  last_drop: status?.last_drop ?? '',
  faults: status?.faults ?? 0,
  last_tick: timeOf(status?.last_tick_at ?? 0),
  throttled: status?.throttled ?? false,
});

/** The reason why an enabled gateway is not online; undefined = it is. */
const stoppedBy = (
  record: Stamped<GatewayRecord>,
  report: GatewayReport | undefined,
  now: number,
): string | undefined => {
  if (report === undefined) return NO_REPORT;
  if (report.version !== record.version) return 'it connects again after a change';
  if (!report.online) return report.last_error === '' ? 'not connected' : report.last_error;
  const quietSec = report.heartbeat_sec + record.timeout_sec;
  const isSilent = report.heartbeat_sec > 0 && now - report.answered_at > quietSec * 1000;
  // A provider that has to wait is not read.
  if (!isSilent || report.throttled) return undefined;
  return `the session has not answered for more than ${quietSec} s`;
};

/**
 * The status of a gateway by its newest report. A session without recent activity, or opened before
 * the record changed, is ignored.
 */
export const gatewayStatus = (
  record: Stamped<GatewayRecord>,
  report: GatewayReport | undefined,
  now: number,
  fault?: string,
): GatewayStatus => {
  const stopped = record.enabled ? (fault ?? stoppedBy(record, report, now)) : '';
  const state = stopped === undefined ? 'online' : 'stopped';
  return {
    gateway_id: record.id,
    state: record.enabled ? state : 'disabled',
    since: timeOf(report?.since ?? 0),
    last_error: stopped ?? report?.last_error ?? '',
    instance: report?.instance ?? '',
    ssl: record.ssl || paramOf(record, PARAM.secure) === 'true',
    answer_ms: report === undefined ? 0 : Math.max(0, now - report.answered_at),
    latency: report?.latency ?? 0,
    bytes_in: report?.bytes_in ?? 0,
    bytes_out: report?.bytes_out ?? 0,
    instruments: report?.instruments ?? 0,
    last_logon: timeOf(report?.last_logon ?? 0),
    logons: report?.logons ?? 0,
    orders: report?.orders ?? 0,
    fills: report?.fills ?? 0,
    rejects: report?.rejects ?? 0,
    outbox: report?.outbox ?? 0,
    throttled: report?.throttled ?? false,
  };
};

/** Connections of a kind in list order, each with why it cannot run, and all reports. */
const connectionsOf = async <K extends ConnectionKind>(kind: K, { deps, records }: DeskContext) => {
  const reports = await deps.connections();
  const cipher = recordCipher(deps.keys);
  const all = Array.from(records.all(kind), ({ record }) => record).sort(byPriority);
  const faultOf = (record: (typeof all)[number]): string | undefined =>
    reports === null ? AWAY : (offBecause(deps, record) ?? lockedSecret(cipher, kind, record));
  return { reports, all: all.map((record) => ({ record, fault: faultOf(record) })) };
};

const datafeedStatuses = async (
  context: DeskContext,
): Promise<DeskAnswer<'datafeeds.statuses'>> => {
  const { reports, all } = await connectionsOf('datafeed', context);
  const rows = all.map(({ record, fault }) =>
    datafeedStatus(
      record,
      reports?.feeds.find(({ id }) => id === record.id),
      fault,
    ),
  );
  return ok(rows);
};

const gatewayStatuses = async (context: DeskContext): Promise<DeskAnswer<'gateways.statuses'>> => {
  const { reports, all } = await connectionsOf('gateway', context);
  const rows = all.map(({ record, fault }) => {
    const report = reports?.gateways.find(({ gateway_id }) => gateway_id === record.id);
    return gatewayStatus(record, report, context.deps.now(), fault);
  });
  return ok(rows);
};

/** Restarts the connection of a datafeed or gateway, and journals that. */
const restartConnection = async (
  kind: ConnectionKind,
  { deps, records, writer }: DeskContext,
  { caller, id }: DeskOps['datafeeds.restart']['input'],
): Promise<DeskAnswer<'datafeeds.restart'>> => {
  const editor = editorOf(records, { kind, caller });
  if (!editor.ok) return editor;
  const held = records.get(kind, String(id));
  if (held === undefined) return refuse('not_found');
  const off = offBecause(deps, held.record);
  if (off !== undefined) return refuse('conflict', off);
  if (!(await deps.reconnect(kind, id))) {
    return refuse('conflict', `The ${kind} is not connected.`);
  }
  return writer.change([], whoOf(caller), (tx) => {
    tx.noteSetting(kind, `${kind} ${held.record.name} restarted`);
    return ok(null);
  });
};

/** Messages that a gateway has kept, the newest first. */
const gatewayTransactions = async (
  { deps, records }: DeskContext,
  { id, before, limit }: DeskOps['gateways.transactions']['input'],
): Promise<DeskAnswer<'gateways.transactions'>> => {
  if (records.get('gateway', String(id)) === undefined) return refuse('not_found');
  const found = await deps.transactions(id, { before, limit });
  return found === null ? refuse('conflict', 'No gateway is running.') : ok(found);
};

/** The operations on connections. */
export const connectionOps = (context: DeskContext) =>
  ({
    'datafeeds.statuses': () => datafeedStatuses(context),
    'gateways.statuses': () => gatewayStatuses(context),
    'datafeeds.restart': (input) => restartConnection('datafeed', context, input),
    'gateways.restart': (input) => restartConnection('gateway', context, input),
    'gateways.transactions': (input) => gatewayTransactions(context, input),
  }) satisfies Partial<Handlers>;
