/** What a site may say when it adds the plugin: `plugins: [galley({ siteName: 'Nordlys Travel' })]`. */
export type GalleyOptions = {
  /** Name shown in the app's sidebar. Without it the app shows the host. */
  readonly siteName?: string
  /** Days for which it is known what became of a write, for a laptop that was closed for weeks. Default 30. */
  readonly keepAnswersForDays?: number
  /** Writes of one user of which that is kept at most; of more, the oldest are forgotten. Default 5000. */
  readonly mostKeysPerUser?: number
  /** Size in MB of a request, upload included, up to which its key is kept; a larger one is not safe to repeat. Default 50. */
  readonly mostKeyedMegabytes?: number
}

/** The same with every value present. */
export type Settings = {
  readonly siteName: string | null
  readonly keepAnswersForMs: number
  readonly mostKeysPerUser: number
  readonly mostKeyedBytes: number
}

const DAY = 24 * 60 * 60 * 1000

/** Fills in the defaults; throws where a number makes no sense. */
export function settingsOf(options: GalleyOptions): Settings {
  const days = options.keepAnswersForDays ?? 30
  const keys = options.mostKeysPerUser ?? 5000
  const megabytes = options.mostKeyedMegabytes ?? 50
  if (!(days > 0)) throw new Error('galley(): keepAnswersForDays must be more than 0')
  if (!(keys >= 100)) throw new Error('galley(): mostKeysPerUser must be at least 100')
  if (!(megabytes > 0)) throw new Error('galley(): mostKeyedMegabytes must be more than 0')
  return {
    siteName: options.siteName ?? null,
    keepAnswersForMs: days * DAY,
    mostKeysPerUser: keys,
    mostKeyedBytes: megabytes * 1_000_000,
  }
}
