import { Share2 } from 'lucide-react'
import type { ProductList } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button, type Look } from '~shared/ui/button'
import { useShare } from '../use-share'

export function ShareButton({ list, look = 'primary' }: { list: Pick<ProductList, 'name' | 'slug'>; look?: Look }) {
  const t = useT()
  const share = useShare()
  return (
    <Button look={look} onClick={() => void share(list)}>
      <Share2 aria-hidden className="size-4.5" />
      {t('lists.share')}
    </Button>
  )
}
