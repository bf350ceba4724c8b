/** True if a file of this type is audio or video: `audio/mpeg`, `video/mp4`. */
export function isPlayable(mimeType: string): boolean {
  return /^(audio|video)\/[\w.+-]+$/.test(mimeType)
}
