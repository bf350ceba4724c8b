/** What a site may say when it adds the plugin: `plugins: [galley({ siteName: 'Nordlys Travel' })]`. */
export type GalleyOptions = {
  /** Name shown in the app's sidebar. Without it the app shows the host. */
  readonly siteName?: string
  /** Days a stored answer is kept for a client that comes back late, such as a laptop closed for weeks. Default 30. */
  readonly keepAnswersForDays?: number
  /**
   * Seconds after which a keyed write that shows no sign of life counts as lost with its server
   * process; living ones renew themselves. Default 30.
   */
  readonly claimSeconds?: number
}

/** The same with every value present. */
export type Settings = {
  readonly siteName: string | null
  readonly keepAnswersForMs: number
  readonly claimMs: number
}

const DAY = 24 * 60 * 60 * 1000

/** Fills in the defaults; throws where a number makes no sense. */
export function settingsOf(options: GalleyOptions): Settings {
  const days = options.keepAnswersForDays ?? 30
  const seconds = options.claimSeconds ?? 30
  if (!(days > 0)) throw new Error('galley(): keepAnswersForDays must be more than 0')
  if (!(seconds >= 1)) throw new Error('galley(): claimSeconds must be at least 1')
  return { siteName: options.siteName ?? null, keepAnswersForMs: days * DAY, claimMs: seconds * 1000 }
}
