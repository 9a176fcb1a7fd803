// The kinds of groups, which the parts of a group's path decide: demo, staff, technical accounts.

import { foldedName } from '../base/folded-name.js';

/**
 * The parts of a path as names are compared, so that a path that looks like one of a sort of groups
 * is of that sort.
 */
const partsOf = (path: string): readonly string[] => foldedName(path).split(/[\\/]/);

/** Is it a demo group: is the first part of its path `demo`? */
export const isDemoGroup = (path: string): boolean => partsOf(path)[0] === 'demo';

/** Is it a group of administrators, or of managers: does its path have a part of that name? */
export const isAdministrators = (path: string): boolean => partsOf(path).includes('administrators');
export const isManagers = (path: string): boolean => partsOf(path).includes('managers');

/** Is it a staff group? */
export const isStaffGroup = (path: string): boolean => isAdministrators(path) || isManagers(path);

/** Is it a group of technical accounts: does it have a part named technical? */
export const isTechnicalGroup = (path: string): boolean => partsOf(path).includes('technical');
