import { useT } from '~shared/i18n/context'
import { Button } from './button'

/** Adds the next page to those that are here. */
export function MoreButton({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const t = useT()
  return (
    <div className="grid justify-center">
      <Button look="secondary" size="lg" disabled={isLoading} onClick={onMore}>
        {t('catalog.loadMore')}
      </Button>
    </div>
  )
}
