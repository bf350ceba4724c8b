import { withPayload } from '@payloadcms/next/withPayload'

/** The folder lies within a checkout that has a lockfile of its own. */
export default withPayload({
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
})
