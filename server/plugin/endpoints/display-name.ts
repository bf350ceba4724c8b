/** The display name of a user: title in lists, name, user name, e-mail or id. */
export function displayName(user: object & { id: number | string }, titleField: string | undefined): string {
  for (const key of [titleField, 'name', 'username', 'email']) {
    const value: unknown = key === undefined ? undefined : Reflect.get(user, key)
    if (typeof value === 'string' && value !== '') return value
  }
  return String(user.id)
}
