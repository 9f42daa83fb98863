enum { MOST_WAYS = 2 };
