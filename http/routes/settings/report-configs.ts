// Report configurations and report modules.

import { ok } from '../../../wire/base/codes.js';
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
    texts: {
      order: 'Configurations by position, then name.',
      taken: 'the name is taken',
      creates:
        'Parts of the name are folders; with `position` 0 or without `position` the ' +
        'configuration is the last.',
      deletes: 'Reports that were made stay readable.',
      invalid: 'the module is unknown, or the name has an empty part',
      id: 14,
      create: { name: 'Finance\\Daily', module: 'daily', params: { groups: 'demo\\*' } },
      patch: { version: 1, params: { groups: 'real\\*' } },
      ids: [14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
    },
  }),
  route({
    name: 'reports.list',
    method: 'GET',
    path: '/admin/v1/reports',
    says: 'Lists the reports that the caller may request, by position and name.',
    details:
      'Holders of `config.reports` see each enabled report; other staff see the reports ' +
      'that their report lines open. `can_export` also takes the right `reports.export`.',
    anyRights: ['reports', 'config.reports'],
    reply: [AvailableReport],
    handle: ({ caller }, context) => context.desk('reports.available', { caller }),
  }),
  route({
    name: 'reports.modules',
    method: 'GET',
    path: '/admin/v1/reports/modules',
    says: 'Lists the modules that a report configuration may name.',
    details: 'For forms in which configurations are written.',
    ...readable(['reports', ...REPORT_CONFIGS.read]),
    reply: [ReportModule],
    handle: async () => ok(REPORT_MODULES),
  }),
];
