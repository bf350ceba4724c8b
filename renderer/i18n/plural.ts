const FORMS: Readonly<Record<number, string>> = {
  0: 'zero',
  1: 'one',
  2: 'two',
  3: 'few',
  4: 'few',
  5: 'few',
}

/**
 * Payload's fixed plural rule (S9.22): 0 zero, 1 one, 2 two, 3-5 few, more than 5 many, anything else other; each only
 * if that form of the key exists, else `_other`, else the bare key.
 */
export function pluralKey(key: string, count: number, exists: (key: string) => boolean): string {
  const form = FORMS[count] ?? (count > 5 ? 'many' : 'other')
  if (exists(`${key}_${form}`)) return `${key}_${form}`
  return exists(`${key}_other`) ? `${key}_other` : key
}
