import type { Payload } from 'payload'
export async function seed(payload: Payload, options: { size: 'full' | 'small'; big: boolean }): Promise<void> {
  void options
  await payload.create({ collection: 'users', data: { email: 'admin@example.com', password: 'galley-demo', name: 'Ines Carvalho', role: 'admin' } })
}
