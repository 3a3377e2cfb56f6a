import { useT } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'

/** If the browser forbids copying, the text is shown, so that the user can copy it by hand. */
export function useCopy() {
  const t = useT()
  return async (text: string, message = t('adminStaff.copied')) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.good(message)
    } catch {
      toast.plain(text)
    }
  }
}
