import { Copy, ExternalLink } from 'lucide-react'
import { ConfirmButton } from '~admin/ui/confirm-button'
import type { ProductDetails } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { Button, buttonClass } from '~shared/ui/button'
import { useProductAction } from './api'
import { StateBadge } from './state-badge'

interface Props {
  product: ProductDetails
  mayWrite: boolean
  /** Unsaved values must be saved first, because the saved product is published or copied. */
  isChanged: boolean
  onChanged: (stored: ProductDetails) => void
}

export function Actions({ product, mayWrite, isChanged, onChanged }: Props) {
  const { t, locale } = useI18n()
  const { mutate, isPending, variables } = useProductAction(product.id, ({ data }) => onChanged(data))
  const isBusyWith = (action: typeof variables) => isPending && variables === action
  const { state, form, storeIsOpen } = product
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <StateBadge state={state} />
        {state === 'draft' ? (
          <p className="text-muted">{t('adminProducts.notInShop')}</p>
        ) : (
          <a href={inLocale(locale, paths.product(form.slug ?? ''))} target="_blank" rel="noopener" className={buttonClass('secondary')}>
            <ExternalLink aria-hidden className="size-4.5" />
            {t('adminProducts.see')}
          </a>
        )}
        {mayWrite && (
          <>
            {state === 'published' ? (
              <ConfirmButton
                label={t('adminProducts.withdraw')}
                confirm={t('adminProducts.withdrawNow')}
                isBusy={isBusyWith('withdraw')}
                onConfirm={() => mutate('withdraw')}
              />
            ) : (
              <Button busy={isBusyWith('publish')} disabled={isPending || isChanged || !storeIsOpen} onClick={() => mutate('publish')}>
                {t('adminProducts.publish')}
              </Button>
            )}
            <Button look="secondary" busy={isBusyWith('duplicate')} disabled={isPending || isChanged} onClick={() => mutate('duplicate')}>
              <Copy aria-hidden className="size-4.5" />
              {t('adminProducts.duplicate')}
            </Button>
          </>
        )}
      </div>
      {mayWrite && !storeIsOpen && state !== 'published' && <p className="text-sm text-warn">{t('adminProducts.storeClosed')}</p>}
      {mayWrite && isChanged && <p className="text-sm text-muted">{t('adminProducts.saveFirst')}</p>}
    </div>
  )
}
