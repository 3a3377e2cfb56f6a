import { create } from 'zustand'

/** The dialog for the place is one, and opens from wherever a delivery is promised. Its code comes when it is first opened. */
export const useChoosing = create(() => ({ isOpen: false, wasOpened: false }))

export const choosing = {
  begin: () => useChoosing.setState({ isOpen: true, wasOpened: true }),
  end: () => useChoosing.setState({ isOpen: false }),
}
