enum { MOST_WAYS = 4 };
