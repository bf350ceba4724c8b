/** What a site may say when it adds the plugin: `plugins: [galley({ siteName: 'Nordlys Travel' })]`. */
export type GalleyOptions = {
  /** Name shown in the app's sidebar. Without it the app shows the host. */
  readonly siteName?: string
  /** Days for which it is known what became of a write, for a laptop that was closed for weeks. Default 30. */
  readonly keepAnswersForDays?: number
  /** Writes of one user of which that is kept at most; of more, the oldest are forgotten. Default 5000. */
  readonly mostKeysPerUser?: number
  /**
   * Seconds without a sign of life after which a process of the site is taken for dead, and another one goes on with
   * what it held. How long a write waits for others follows from it. Default 10.
   */
  readonly deadAfterSeconds?: number
}

/** The same with every value present. */
export type Settings = {
  readonly siteName: string | null
  readonly keepAnswersForMs: number
  readonly mostKeysPerUser: number
  readonly deadAfterMs: number
}

const DAY = 24 * 60 * 60 * 1000

/** Fills in the defaults; throws where a number makes no sense. */
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
