// The desk's operations of report jobs.

import type {
  ReportJob,
  ReportJobAct,
  ReportJobCreate,
  ReportJobPage,
} from '../rest/trading/report-jobs.js';
import type { Caller } from './caller.js';

/** The operations of report jobs, with inputs and answers. */
export interface ReportJobOps {
  /** Requests a report; `conflict` and `auth.too_many_attempts` where there is no room. */
  'reports.jobs.create': { input: { caller: Caller; body: ReportJobCreate }; output: ReportJob };
  /** A page of jobs, the newest first: of the caller, or of everyone. */
  'reports.jobs.list': {
    input: { caller: Caller; all: boolean; page: number; limit: number };
    output: ReportJobPage;
  };
  /** A job that the caller may read now; with `exports` also take away as a file. */
  'reports.jobs.read': {
    input: { caller: Caller; id: number; exports: boolean };
    output: ReportJob;
  };
  /** Changes the state of a job; null = it was deleted. */
  'reports.jobs.act': {
    input: { caller: Caller; id: number; act: ReportJobAct };
    output: ReportJob | null;
  };
}
