// The groups in which accounts are, as far as the user reaches them.

import { useEffect, useState } from 'preact/hooks';
import { type components, unwrap } from '../../client/index.js';
import { useStaff } from '../frame/store.js';
import { attempt } from '../live/refusal.js';

/** A group with what opening an account needs. */
type GroupRow = components['schemas']['AccountGroup'];

/** The groups; none before they are read, and none where they cannot be. */
export const useGroups = (): readonly GroupRow[] => {
  const { rest } = useStaff();
  const [groups, setGroups] = useState<readonly GroupRow[]>([]);
  useEffect(() => {
    void attempt(unwrap(rest.GET('/admin/v1/accounts/groups'))).then((read) => {
      if (read.ok) setGroups(read.value.items);
    });
  }, [rest]);
  return groups;
};
