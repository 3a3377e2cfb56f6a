import type { ProductList } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { share } from '~/lib/share'
import { toast } from '~shared/ui/toast-store'

/** Hands on the public page of a list. */
export function useShare() {
  const { t, locale } = useI18n()
  return async ({ name, slug }: Pick<ProductList, 'name' | 'slug'>) => {
    const link = location.origin + inLocale(locale, paths.list(slug))
    const outcome = await share(name, link)
    if (outcome === 'copied') toast.good(t('lists.copied'))
    // Without the right to the clipboard the link can be marked and copied by hand.
    if (outcome === 'refused') toast.plain(t('lists.link', { link }))
  }
}
