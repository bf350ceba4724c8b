import type { EmailAdapter } from 'payload'

/** Sends nothing: each mail becomes one line in the server's log, so that resets can be tried without a mail server. */
export const logOnlyEmail: EmailAdapter = ({ payload }) => ({
  name: 'log-only',
  defaultFromAddress: 'cms@example.com',
  defaultFromName: 'Nordlys Travel',
  sendEmail: async (message) => {
    payload.logger.info({ to: message.to, subject: message.subject }, 'mail (not sent)')
  },
})
