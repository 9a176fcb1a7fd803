// Report configurations and report modules.

import { done } from '../../../wire/base/codes.js';
import { AvailableReport, REPORT_CONFIGS } from '../../../wire/rest/settings/report-configs.js';
import { REPORT_MODULES, ReportModule } from '../../../wire/settings/report-modules.js';
import { route } from '../../rest/route.js';
import { readable, settingRoutes } from '../../rest/setting-routes.js';

export const reportConfigs = [
  ...settingRoutes(REPORT_CONFIGS, {
    name: 'reports.configs',
    path: 'reports/configs',
    one: 'a report configuration',
    many: 'report configurations',
    ops: ['list', 'create', 'read', 'patch', 'remove', 'order'],
  }),
  route({
    name: 'reports.list',
    method: 'GET',
    path: '/admin/v1/reports',
    says: 'Lists the reports that the caller may request, by position and name.',
    anyRights: ['reports', 'config.reports'],
    reply: [AvailableReport],
    handle: ({ caller }, context) => context.desk('reports.available', { caller }),
  }),
  route({
    name: 'reports.modules',
    method: 'GET',
    path: '/admin/v1/reports/modules',
    says: 'Lists the modules that a report configuration may name.',
    ...readable(['reports', ...REPORT_CONFIGS.read]),
    reply: [ReportModule],
    handle: async () => done(REPORT_MODULES),
  }),
];
