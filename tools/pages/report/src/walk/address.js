// The screen in the page's address: "#lesson=4&screen=q1", "#part=exam".

export function readAddress(lessons) {
  if (location.hash === '#part=exam') return {exam: true};
  const query = new URLSearchParams(location.hash.slice(1));
  const number = Number(query.get('lesson'));
  const isLesson = Number.isInteger(number) && number >= 1 && number <= lessons.length;
  return isLesson ? {number, screen: query.get('screen') ?? 'begin'} : {number: 1, screen: 'begin'};
}

export function writeAddress(hash) {
  try {
    history.replaceState(null, '', hash);
  } catch {
    // An embedded page may not be able to change its address.
  }
}
