import { useT } from '~shared/i18n/context'
import { recent } from '../recent'
import { HEADING } from './section-of'

/** Above the list and not in it, because a list of options holds no buttons. */
export function RecentHeader() {
  const t = useT()
  return (
    <div className="flex items-center justify-between">
      <p className={HEADING}>{t('around.search.recent')}</p>
      <button
        type="button"
        onClick={recent.clear}
        className="min-h-11 rounded-md px-3 text-sm font-semibold text-accent-text hover:bg-accent-soft"
      >
        {t('around.search.clearRecent')}
      </button>
      <p className="sr-only">{t('around.search.forgetHint')}</p>
    </div>
  )
}
