import type { Account } from '../../../../shared/ipc.ts'

/** Somebody who is signed in. */
export const account: Account = {
  server: { id: 's', url: 'https://cms.test', name: 'Test', waiting: null, lastIdentifier: null },
  collection: 'users',
  userId: '1',
  label: 'Ines',
}
