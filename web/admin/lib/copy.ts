import { useT } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'

/** Copies a text. Where copying is forbidden, shows the text, so that it can be copied by hand. */
export function useCopy() {
  const t = useT()
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.good(t('adminStaff.copied'))
    } catch {
      toast.plain(text)
    }
  }
}
