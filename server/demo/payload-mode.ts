/** Says how Payload runs in a process from now on: it creates tables only in development, all else is as in production. */
export function setPayloadMode(mode: 'development' | 'production'): void {
  Object.assign(process.env, {
    NODE_ENV: mode,
    DISABLE_PAYLOAD_HMR: 'true',
    PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
  })
}
