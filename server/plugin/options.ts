/** The plugin's options in a site's config: `plugins: [galley({ siteName: 'Nordlys Travel' })]`. */
export type GalleyOptions = {
  /** Name shown in the app's sidebar; the host by default. */
  readonly siteName?: string
  /** Days for which outcomes of writes are known, for laptops that were closed for weeks. Default 30. */
  readonly keepAnswersForDays?: number
  /** Most writes of one user whose outcome is stored; the oldest are dropped. Default 5000. */
  readonly mostKeysPerUser?: number
  /**
   * Seconds without a sign of life after which another process takes over from a dead one. The time that writes wait
   * for others follows from it. Default 10.
   */
  readonly deadAfterSeconds?: number
}

/** The options with all defaults filled in. */
export type Settings = {
  readonly siteName: string | null
  readonly keepAnswersForMs: number
  readonly mostKeysPerUser: number
  readonly deadAfterMs: number
}

const DAY = 24 * 60 * 60 * 1000

/** Fills in the defaults; throws if a number makes no sense. */
export function settingsOf(options: GalleyOptions): Settings {
  const days = options.keepAnswersForDays ?? 30
  const keys = options.mostKeysPerUser ?? 5000
  const deadAfter = options.deadAfterSeconds ?? 10
  if (!(days > 0)) throw new Error('galley(): keepAnswersForDays must be more than 0')
  if (!(keys >= 100)) throw new Error('galley(): mostKeysPerUser must be at least 100')
  if (!(deadAfter >= 1)) throw new Error('galley(): deadAfterSeconds must be at least 1')
  return {
    siteName: options.siteName ?? null,
    keepAnswersForMs: days * DAY,
    mostKeysPerUser: keys,
    deadAfterMs: deadAfter * 1000,
  }
}
