interface Kept {
  appBanner?: { state: { isHidden: boolean } }
}

/**
 * Neither a chosen theme nor a banner that was closed may flash. Without a choice the style sheet follows the system by itself. The keys
 * are those of `theme.ts` and `app-banner-store.ts`.
 */
export function showAsChosen() {
  try {
    const { dataset } = document.documentElement
    const theme = localStorage.getItem('sovqat-theme')
    if (theme) dataset.theme = theme
    const kept = JSON.parse(localStorage.getItem('sovqat') ?? '{}') as Kept
    if (kept.appBanner?.state.isHidden) dataset.noBanner = ''
  } catch {
    // A storage that is forbidden or broken has nothing to say.
  }
}
