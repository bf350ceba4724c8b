/** Galley's mark: a sheet with three lines and the bar in its margin. */
export function AppMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" role="img" aria-label="Galley">
      <rect width="36" height="36" rx="8" fill="var(--accent)" />
      <rect x="9" y="9" width="3" height="18" rx="1.5" fill="#fff" />
      <path
        d="M16 11.5h12M16 18h12M16 24.5h7"
        stroke="#fff"
        strokeOpacity=".78"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  )
}
